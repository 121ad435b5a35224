// Offers the host the time zone of their own device, where its clock shows another hour than the venue's.
(() => {
  const notice = document.querySelector("[data-offset]");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!notice || !zone) return;
  const [, sign, hours, minutes] = notice.dataset.offset.match(/([+-])(\d\d)(\d\d)/);
  const venue = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  if (venue === -new Date().getTimezoneOffset()) return;
  notice.querySelector("[data-zone]").textContent = zone;
  notice.querySelector("button").value = zone;
  notice.hidden = false;
})();

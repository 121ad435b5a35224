// The pages of a finished game: leaves them when the game was reopened, and makes a PNG of the picture to keep.
(() => {
  const OFTEN = 4000; // milliseconds
  const { still, back } = document.body.dataset;

  setInterval(async () => {
    if (document.hidden) return;
    const answer = await fetch(still).catch(() => null);
    if (answer?.status === 404) location.replace(back || "/");
  }, OFTEN);

  const save = async ({ dataset }) => {
    const picture = new Image();
    picture.src = dataset.png;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = picture.naturalWidth;
    canvas.height = picture.naturalHeight;
    canvas.getContext("2d").drawImage(picture, 0, 0);
    const made = await new Promise((done) => canvas.toBlob(done, "image/png"));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(made);
    link.download = dataset.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), OFTEN);
  };
  for (const button of document.querySelectorAll("[data-png]"))
    button.addEventListener("click", () =>
      save(button).catch(() => (document.getElementById("unsaved").hidden = false)),
    );
})();

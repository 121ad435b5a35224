// Restores the long lists of people that the server has packed for a message: each kind of row once, then what differs
// (moderation/play/rendering/row_lists.py). The text is the one that a page is loaded with.
const unpackRows = (text) =>
  text.replace(/\x02([^\x02]*)\x02/g, (_all, list) => {
    const [order, ...kinds] = list.split("\x03");
    const takers = kinds.map((kind) => {
      const [template, ...columns] = kind.split("\x04");
      const read = columns.map((column) => {
        if (column.startsWith(">")) return (row) => Number(column.slice(1)) + row;
        const values = column.split("<");
        return (row) => values[row];
      });
      let row = -1;
      return () => {
        row += 1;
        return template.replace(/\x05(.)/g, (_hole, name) => read[name.charCodeAt() - 48](row));
      };
    });
    const letters = order.replace(/(\d+)(.)/g, (_some, number, letter) => letter.repeat(number));
    return Array.from(letters, (letter) => takers[letter.charCodeAt() - 97]()).join("");
  });

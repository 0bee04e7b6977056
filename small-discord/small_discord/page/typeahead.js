// Finds an option in a list by its first letters.

const PAUSE = 700;

export class TypeAhead {
  #text = "";
  #last = 0;

  /**
   * The index of the option that the letters typed so far lead to; `from` if there is none.
   * @param {string} letter @param {{ label: string }[]} options @param {number} from
   */
  find(letter, options, from) {
    const now = performance.now();
    this.#text = (now - this.#last > PAUSE ? "" : this.#text) + letter.toLowerCase();
    this.#last = now;
    // The same letter again goes on to the next option that begins with it.
    const again = [...this.#text].every((other) => other === letter.toLowerCase());
    const wanted = again ? letter.toLowerCase() : this.#text;
    const order = options.map((_, index) => (from + index + (again ? 1 : 0)) % options.length);
    return order.find((index) => options[index].label.toLowerCase().startsWith(wanted)) ?? from;
  }
}

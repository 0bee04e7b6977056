// Files on their way to the server, in the frames of its websocket.
/** @import { ChosenFile } from "./shapes.d.ts" */

const MOST_BYTES = 2 * 1024 * 1024; // what fits a frame

/** The files of an input, read as soon as they are chosen. */
export class ChosenFiles {
  #reading = Promise.resolve();
  #failed = false; // whether what was chosen last could not be read

  /** `input` is the browser's own field; `read` holds its files. @param {HTMLInputElement} input */
  constructor(input) {
    this.input = input;
    /** @type {ChosenFile[]} */
    this.read = [];
    // One after the other, so that what was chosen last is what stays.
    input.addEventListener("change", () => {
      this.#reading = this.#reading.then(() => this.#readAll());
    });
  }

  /** Wait until everything that is chosen has been read. */
  async ready() {
    const reading = this.#reading;
    await reading;
    if (reading !== this.#reading) await this.ready();
  }

  /** What is wrong with the files of the field `name`, or "". @param {string} name */
  problemOf(name) {
    if (!this.#files.every(fits)) return `“${name}” takes at most 2 MB a file.`;
    return this.#failed ? `“${name}” cannot be read. Choose it again.` : "";
  }

  get #files() {
    return [...(this.input.files ?? [])];
  }

  async #readAll() {
    const files = this.#files.filter(fits);
    const read = (await Promise.all(files.map(readFile))).filter((file) => file !== null);
    this.#failed = read.length < files.length;
    this.read = this.#failed ? [] : read;
    // Browsers don't notice that the same file is chosen again, unless there was none in between.
    if (this.#failed) this.input.value = "";
  }
}

/** @param {File} file */
function fits({ size }) {
  return size <= MOST_BYTES;
}

/** Read a file; null if that fails, as when it was deleted after it had been chosen. @param {File} file */
async function readFile(file) {
  const buffer = await file.arrayBuffer().catch(() => null);
  if (!buffer) return null;
  const content = btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(""));
  return { filename: file.name, content };
}

// Files on their way to the server, in the frames of its websocket.

export const MOST_BYTES = 2 * 1024 * 1024; // what fits a frame

/** Read a file as `{filename, content}`, its content in base64. */
export async function readFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const content = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return { filename: file.name, content };
}

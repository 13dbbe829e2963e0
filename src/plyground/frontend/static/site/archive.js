// Archives of the site: compressed TAR files (POSIX ustar). The browser decompresses them as a whole.

const BLOCK = 512;
const text = new TextDecoder();

/** @param {BodyInit} bytes @returns {Promise<Uint8Array>} */
export async function decompressed(bytes) {
  const stream = /** @type {ReadableStream} */ (new Response(bytes).body).pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The text of a field, which ends at its first zero or at its end. @param {Uint8Array} bytes */
function field(bytes) {
  const end = bytes.indexOf(0);
  return text.decode(end < 0 ? bytes : bytes.subarray(0, end));
}

/**
 * Write the files of an archive into a folder of Pyodide's file system.
 *
 * @param {any} FS
 * @param {Uint8Array} archive decompressed bytes, which the files keep
 * @param {string} folder
 */
export function unpack(FS, archive, folder) {
  const folders = new Set();
  for (let at = 0; archive[at]; ) {
    const head = archive.subarray(at, at + BLOCK);
    const [base, size, prefix] = [head.subarray(0, 100), head.subarray(124, 136), head.subarray(345, 500)].map(field);
    const name = prefix ? `${prefix}/${base}` : base;
    const length = parseInt(size, 8);
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(parent)) (FS.mkdirTree(parent), folders.add(parent));
    const start = at + BLOCK;
    FS.writeFile(path, archive.subarray(start, start + length), { canOwn: true });
    at = start + BLOCK * Math.ceil(length / BLOCK);
  }
}

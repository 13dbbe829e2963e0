// Calls the function of a linked twin, without Python: node twin_in_node.mjs MODULE ARGUMENTS WORDS STACK
// MODULE is a file of WebAssembly whose data lie below STACK. ARGUMENTS is a file of JSON with a block of bytes for each call.
// Writes a line for each call: the status, the words of the result, and 1 if the block is as it was.
import { readFileSync } from "node:fs";

const [path, blocks, words, stack] = process.argv.slice(2);
const PAGE = 65536;
const BLOCK = Number(stack);
const calls = JSON.parse(readFileSync(blocks, "utf8"));
const memory = new WebAssembly.Memory({ initial: BLOCK / PAGE + 16 });
const env = {
  __linear_memory: memory,
  __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, BLOCK),
  log: Math.log,
  exp: Math.exp,
  looked: () => 1,
};
const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(path)), { env });
for (const block of calls) {
  const results = BLOCK + 8 * Math.ceil(block.length / 8);
  const bytes = new Uint8Array(memory.buffer, BLOCK, block.length);
  const out = new BigInt64Array(memory.buffer, results, Number(words));
  bytes.set(block);
  out.fill(0n);
  const status = instance.exports.enter(BLOCK, results);
  console.log([status, ...out, Number(block.every((byte, place) => bytes[place] === byte))].join(" "));
}

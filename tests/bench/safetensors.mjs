// Does Hugging Face's own reader take a .safetensors file?
//
//   node safetensors.mjs FOLDER FILE     after `npm install @huggingface/hub` in FOLDER
//
// Prints each tensor as it reads it: name, type, shape, and the numbers that lie there. The reader asks a
// server for the file; here the answers come from the disk.
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';

const [folder, file] = process.argv.slice(2);
const {parseSafetensorsMetadata} =
    createRequire(path.resolve(folder, 'package.json'))('@huggingface/hub');
const bytes = readFileSync(file);

async function fromDisk(_, {headers} = {}) {
  const asked = /bytes=(\d+)-(\d+)/.exec(new Headers(headers).get('Range') ?? '');
  const first = asked ? Number(asked[1]) : 0;
  const last = asked ? Math.min(Number(asked[2]), bytes.length - 1) : bytes.length - 1;
  return new Response(bytes.subarray(first, last + 1), {
    status: asked ? 206 : 200,
    headers: {
      'ETag': '"file"',
      'Content-Length': `${last + 1 - first}`,
      'Content-Range': `bytes ${first}-${last}/${bytes.length}`
    }
  });
}

const {header, parameterCount} = await parseSafetensorsMetadata(
    {repo: 'own/model', path: 'model.safetensors', computeParametersCount: true, fetch: fromDisk});
const data = 8 + Number(bytes.readBigUInt64LE(0));
if (data % 8 !== 0) throw new Error('the data is not aligned');
for (const [name, tensor] of Object.entries(header)) {
  if (name === '__metadata__') continue;
  const {dtype, shape, data_offsets: [begin, end]} = tensor;
  const first = dtype === 'F64' ? bytes.readDoubleLE(data + begin) : bytes.readFloatLE(data + begin);
  console.log(`${name} ${dtype} [${shape}] ${end - begin} bytes, the first number ${first}`);
}
console.log(`metadata: ${Object.keys(header.__metadata__ ?? {}).join(', ')}`);
console.log(`parameters: ${JSON.stringify(parameterCount)}`);

// Attention in onnxruntime, float32, width 64. Prints milliseconds, a line a run.
//
//   node onnxruntime_attention.js FOLDER N HEADS CAUSAL THREADS RUNS
//
// FOLDER is where `npm install onnxruntime-node` was run. Its fastest operators are
// com.microsoft's MultiHeadAttention, and when causal, GroupQueryAttention.
'use strict';

const {createRequire} = require('module');
const path = require('path');

const WIDTH = 64, FLOAT = 1, INT32 = 6;

// Protocol Buffers: a field is a tag, then a number, or a length and bytes.
function varint(number) {
  const bytes = [];
  for (; number > 127; number = Math.floor(number / 128)) bytes.push((number % 128) | 128);
  return Buffer.from([...bytes, number]);
}
const whole = (field, number) => Buffer.concat([varint(8 * field), varint(number)]);
function nested(field, ...parts) {
  const body = Buffer.concat(parts.map(part => Buffer.from(part)));
  return Buffer.concat([varint(8 * field + 2), varint(body.length), body]);
}

// ONNX's ValueInfoProto, AttributeProto, NodeProto, GraphProto and ModelProto, as far as needed.
const tensor = (field, {name, type, shape}) => nested(
    field, nested(1, name),
    nested(2, nested(1, whole(1, type), nested(2, ...shape.map(size => nested(1, whole(1, size)))))));
const attribute = ([name, value]) => nested(5, nested(1, name), whole(3, value), whole(20, 2));

function model(operator, attributes, inputs, outputs) {
  const node = nested(1, ...inputs.map(input => nested(1, input ? input.name : '')),
                      ...outputs.map(output => nested(2, output.name)), nested(4, operator),
                      ...Object.entries(attributes).map(attribute), nested(7, 'com.microsoft'));
  const graph = nested(7, node, nested(2, 'attention'),
                       ...inputs.filter(Boolean).map(input => tensor(11, input)),
                       ...outputs.map(output => tensor(12, output)));
  return Buffer.concat([whole(1, 8), graph, nested(8, whole(2, 17)),
                        nested(8, nested(1, 'com.microsoft'), whole(2, 1))]);
}

function attention(n, heads, causal) {
  const qkv = ['q', 'k', 'v'].map(name => ({name, type: FLOAT, shape: [1, n, heads * WIDTH]}));
  const output = {name: 'output', type: FLOAT, shape: [1, n, heads * WIDTH]};
  if (!causal) return {bytes: model('MultiHeadAttention', {num_heads: heads}, qkv, [output]), qkv};
  const last = {name: 'last', type: INT32, shape: [1]}, total = {name: 'total', type: INT32, shape: [1]};
  const cache = ['k_cache', 'v_cache'].map(
      name => ({name, type: FLOAT, shape: [1, heads, n, WIDTH]}));
  const bytes = model('GroupQueryAttention', {num_heads: heads, kv_num_heads: heads},
                      [...qkv, null, null, last, total], [output, ...cache]);
  return {bytes, qkv, lengths: {last: n - 1, total: n}};
}

async function main(folder, n, heads, causal, threads, runs) {
  const ort = createRequire(path.resolve(folder, 'package.json'))('onnxruntime-node');
  const {bytes, qkv, lengths = {}} = attention(n, heads, causal);
  const feeds = {};
  for (const {name, shape} of qkv) {
    const numbers = Float32Array.from({length: n * heads * WIDTH}, () => 3.46 * (Math.random() - 0.5));
    feeds[name] = new ort.Tensor('float32', numbers, shape);
  }
  for (const [name, value] of Object.entries(lengths)) {
    feeds[name] = new ort.Tensor('int32', Int32Array.of(value), [1]);
  }
  const session = await ort.InferenceSession.create(
      bytes, {intraOpNumThreads: threads, interOpNumThreads: 1, logSeverityLevel: 3});
  for (let run = 0; run <= runs; ++run) {
    const start = process.hrtime.bigint();
    await session.run(feeds, ['output']);
    const took = Number(process.hrtime.bigint() - start) / 1e6;
    if (run > 0 || runs === 0) console.log(took.toFixed(4));
  }
}

const [folder, ...numbers] = process.argv.slice(2);
main(folder, ...numbers.map(Number)).catch(error => {
  console.error(error.message);
  process.exit(1);
});

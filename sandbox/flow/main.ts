// Runs the embedded Flow network alone: node sandbox/flow/main.ts --port 8888 --data DIR [--host
// 127.0.0.1]
import { parseArgs } from 'node:util'
import { startFlowNode } from './start-node.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8888' },
    host: { type: 'string', default: '127.0.0.1' },
    data: { type: 'string', default: '.kura/flow' },
  },
})

const node = await startFlowNode({
  dataDir: values.data,
  port: Number(values.port),
  host: values.host,
  log: console.log,
})
const stop = () => {
  void node.close().then(() => process.exit(0))
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)

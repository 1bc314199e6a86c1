import type { Config } from '@react-router/dev/config'
import { finishBuild } from './finish-build.ts'

export default {
  ssr: true,
  appDirectory: 'app',
  // every route is known from the first page on: the server answers no further question about routes
  routeDiscovery: { mode: 'initial' },
  buildEnd: () => finishBuild(),
} satisfies Config

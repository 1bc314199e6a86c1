import type { Config } from '@react-router/dev/config'
import { finishBuild } from './finish-build.ts'

export default {
  ssr: true,
  appDirectory: 'app',
  // every route is known from the first page on: the server answers no further question about routes
  routeDiscovery: { mode: 'initial' },
  // the supervisor builds each state of the sources into a folder of its own
  buildDirectory: process.env['WEB_BUILD_DIR'] ?? 'build/manual',
  buildEnd: ({ reactRouterConfig }) => finishBuild(`${reactRouterConfig.buildDirectory}/`),
} satisfies Config

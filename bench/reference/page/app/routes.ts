import { route } from '@react-router/dev/routes'
import type { RouteConfig } from '@react-router/dev/routes'

export default [route('items/:itemId', 'item.tsx')] satisfies RouteConfig

import * as calls from '@kura/contract/identity/notification'
import type { Deps } from '../../deps.ts'
import { on } from '../../platform/http/on.ts'
import type { Route } from '../../platform/http/on.ts'
import { checkNotifications, listNotifications, readNotification, readNotifications } from './list-notifications.ts'
import { setSettings, showSettings, subscribePush, unsubscribePush } from './settings.ts'
import { unsubscribe } from './unsubscribe.ts'

/** The list of notifications, and what is mailed and pushed. */
export const notificationRoutes = (deps: Deps): Route[] => [
  on(calls.listNotifications, (input, { viewer }) => listNotifications(deps, viewer, input)),
  on(calls.checkNotifications, (_input, { viewer }) => checkNotifications(deps, viewer)),
  on(calls.readNotification, ({ params }, { viewer }) => readNotification(deps, viewer, params.notificationId)),
  on(calls.readNotifications, ({ body }, { viewer }) => readNotifications(deps, viewer, body)),
  on(calls.showNotificationSettings, (_input, { viewer }) => showSettings(deps, viewer)),
  on(calls.setNotificationSettings, (input, { viewer }) => setSettings(deps, viewer, input)),
  on(calls.subscribePush, (input, { viewer }) => subscribePush(deps, viewer, input)),
  on(calls.unsubscribePush, (_input, { viewer }) => unsubscribePush(deps, viewer)),
  on(calls.unsubscribeMail, ({ query }, caller) => unsubscribe(deps, query.token, caller)),
]

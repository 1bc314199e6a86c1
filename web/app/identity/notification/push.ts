import { call } from '../../platform/api.ts'

export type PushAnswer = 'on' | 'denied' | 'failed'

/** Whether this browser can take pushes at all; on an iPhone only once the site is on the home screen. */
export const canPush = (): boolean =>
  typeof navigator !== 'undefined' &&
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  'Notification' in window

/**
 * Asks for the permission, subscribes at the push service of this browser, and registers that with
 * the session.
 */
export async function startPush(pushKey: string): Promise<PushAnswer> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  try {
    await navigator.serviceWorker.register('/push-worker.js')
    const { pushManager } = await navigator.serviceWorker.ready
    const subscription = await subscribe(pushManager, pushKey)
    const { endpoint = '', keys = {} } = subscription.toJSON()
    const { p256dh = '', auth = '' } = keys
    const result = await call('subscribePush', { body: { endpoint, keys: { p256dh, auth } } })
    return result.ok ? 'on' : 'failed'
  } catch {
    return 'failed'
  }
}

async function subscribe(pushManager: PushManager, applicationServerKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    // subscribed with another key of ours
    const old = await pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return pushManager.subscribe(options)
  }
}

/** Ends the pushes of this device, here and at the server. */
export async function stopPush(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration('/push-worker.js').catch(() => undefined)
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe().catch(() => false)
  return (await call('unsubscribePush', {})).ok
}

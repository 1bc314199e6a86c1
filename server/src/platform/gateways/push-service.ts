import webPush from 'web-push'
import { limits } from '@kura/contract/limits'
import type { Env } from '../../env.ts'

export type PushTarget = { endpoint: string; p256dh: string; auth: string }
export type PushMessage = {
  payload: string
  /** A later push of the same topic takes the place of one that still waits. */
  topic: string
  isUrgent: boolean
  ttlSeconds: number
}
export type PushOutcome =
  | 'sent'
  /** The browser takes no more: the subscription is void. */
  | 'gone'
  /** This message will never be taken. */
  | 'refused'
  /** Not taken, or nobody knows; after so many seconds again, where the service says when. */
  | { retrySeconds: number | undefined }

/** Hands encrypted messages to the push services of browsers. */
export type PushService = {
  /** Whether this site sends pushes at all, and may send one there. */
  isKnown: (endpoint: string) => boolean
  /** Never fails: what is not known is to be tried again. */
  send: (target: PushTarget, message: PushMessage) => Promise<PushOutcome>
}

type PushEnv = Pick<Env, 'PUSH_SERVICES' | 'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY' | 'MAIL_FROM' | 'LIVE'>

/**
 * Web Push (RFC 8030) with VAPID keys (RFC 8292); the library encrypts for the browser (RFC 8291).
 * An endpoint comes from a browser, so only hosts of PUSH_SERVICES are ever called, and no redirect
 * is followed.
 */
export function buildPushService(env: PushEnv): PushService {
  const isKnown = (endpoint: string): boolean => env.VAPID_PRIVATE_KEY !== '' && isKnownEndpoint(env, endpoint)
  return {
    isKnown,
    send: async (target, message) => (isKnown(target.endpoint) ? post(env, target, message) : 'gone'),
  }
}

/**
 * Whether an endpoint is at a push service of PUSH_SERVICES: an https host or a part of one, or,
 * for a sandbox, a whole origin.
 */
export function isKnownEndpoint(
  { PUSH_SERVICES, LIVE }: Pick<Env, 'PUSH_SERVICES' | 'LIVE'>,
  endpoint: string,
): boolean {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (url.username !== '' || url.password !== '') return false
  return PUSH_SERVICES.some((service) => {
    if (service.includes('://')) return !LIVE && url.origin === service
    return (
      url.protocol === 'https:' && url.port === '' && (url.hostname === service || url.hostname.endsWith(`.${service}`))
    )
  })
}

async function post(env: PushEnv, { endpoint, p256dh, auth }: PushTarget, message: PushMessage): Promise<PushOutcome> {
  try {
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message.payload, {
      vapidDetails: {
        subject: `mailto:${addressOf(env.MAIL_FROM)}`,
        publicKey: env.VAPID_PUBLIC_KEY,
        privateKey: env.VAPID_PRIVATE_KEY,
      },
      TTL: message.ttlSeconds,
      urgency: message.isUrgent ? 'high' : 'normal',
      topic: message.topic,
    })
    const response = await fetch(endpoint, {
      method: 'POST',
      // fetch counts the body itself
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) =>
          name.toLowerCase() === 'content-length' ? [] : [[name, String(value)]],
        ),
      ),
      body: new Uint8Array(body ?? []),
      redirect: 'error',
      signal: AbortSignal.timeout(limits.pushCallSeconds * 1000),
    })
    await response.body?.cancel()
    return outcomeOf(response)
  } catch {
    return { retrySeconds: undefined }
  }
}

function outcomeOf({ ok, status, headers }: Response): PushOutcome {
  if (ok) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  if (status !== 429 && status < 500) return 'refused'
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return { retrySeconds: Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) : undefined }
}

const addressOf = (from: string): string => /<([^>]+)>/.exec(from)?.[1] ?? from

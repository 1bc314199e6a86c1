import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, listOf, Picture, Slug, UserId, Words } from '../ids.ts'
import { limits } from '../limits.ts'
import { paths } from '../paths.ts'

/** What a member may let a service see: the name and picture, or the list of pieces. */
export const serviceScopes = ['profile', 'pieces'] as const
const Scopes = z.array(z.enum(serviceScopes))
export type ServiceScope = (typeof serviceScopes)[number]

/** Another site or app that members may connect with their account. */
const ServiceCard = z.object({
  clientId: Slug,
  name: Words,
  picture: Picture.nullable(),
  homepage: z.url(),
})
export const ServiceView = ServiceCard.extend({
  /** The most that it may ask for. */
  scopes: Scopes,
  /** Of the caller; null while they are not connected. */
  connection: z.object({ scopes: Scopes, connectedAt: Instant, lastUsedAt: Instant.nullable() }).nullable(),
})
export type ServiceView = z.infer<typeof ServiceView>

/** A service asks for a member’s consent. */
export const ServiceRequestView = z.object({
  service: ServiceCard,
  scopes: Scopes,
  /** The host that the member’s browser goes to afterwards. */
  returnHost: z.string(),
})
export type ServiceRequestView = z.infer<typeof ServiceRequestView>

/** Where the browser goes next: a path of this server, which leads back to the service. */
const Next = z.object({ redirectUrl: z.string() })

/** The id of a request of `/oauth/authorize`, as the consent page has it in its address. */
const RequestId = z.string().regex(/^[\w-]{20,64}$/)
/** The browser sends it: only the one that began at the service may decide its request. */
const cookieOfRequest = z.object({ cookie: z.string().max(8192).optional() })

export const listServices = endpoint(paths.listServices, {
  summary: 'The services that can be connected with an account, the caller’s connected ones first.',
  output: listOf(ServiceView),
})

export const showServiceRequest = endpoint(paths.showServiceRequest, {
  summary: `What a service asks for, for the consent page \`/connect/{id}\`. A request is open for ${limits.serviceRequestMinutes} minutes, in the browser that came from the service; NOT_FOUND otherwise.`,
  params: z.object({ requestId: RequestId }),
  headers: cookieOfRequest,
  output: ServiceRequestView,
  errors: ['NOT_FOUND'],
})

export const connectService = endpoint(paths.connectService, {
  summary:
    'Gives the consent that the service asked for in `requestId`, and returns where the browser goes next. NOT_FOUND when the request is over, of another service or of another browser. What a service may read then is in the docs under service connect.',
  params: z.object({ clientId: Slug }),
  headers: cookieOfRequest,
  body: z.strictObject({ requestId: RequestId }),
  output: Next,
  errors: ['NOT_FOUND'],
})

export const declineServiceRequest = endpoint(paths.declineServiceRequest, {
  summary:
    'Declines the request of a service and returns where the browser goes next: back to the service, which learns that the member declined.',
  params: z.object({ requestId: RequestId }),
  headers: cookieOfRequest,
  output: Next,
  errors: ['NOT_FOUND'],
})

export const disconnectService = endpoint(paths.disconnectService, {
  summary:
    'Ends the caller’s connection with a service: every token of it is void at once. Without a connection nothing changes.',
  params: z.object({ clientId: Slug }),
  output: z.object({}),
  errors: ['NOT_FOUND'],
})

/** What a service sends: `Bearer` and the access token that it got at `/oauth/token`. */
export const bearerHeader = z.object({ authorization: z.string().max(400).optional() })

export const showConnectedProfile = endpoint(paths.showConnectedProfile, {
  summary:
    'For connected services, by a bearer token with the scope `profile`: who the member is. AUTHENTICATION_FAILED when the token opens nothing (any more), FORBIDDEN without the scope.',
  headers: bearerHeader,
  output: z.object({ userId: UserId, displayName: z.string(), thumbnail: Picture.nullable() }),
  errors: ['AUTHENTICATION_FAILED', 'FORBIDDEN'],
})

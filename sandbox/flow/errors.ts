/** A response other than success; `message` is what the client of the network reads. */
export class RestError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** 400 for a request that cannot be read. */
export const badRequest = (message: string) => new RestError(400, message)

/** 400 for a request that was read and refused. */
export const invalidArgument = (message: string) => new RestError(400, `Invalid Flow argument: ${message}`)

/** 400 for a height the node no longer, or not yet, knows. */
export const outOfRange = (message: string) => new RestError(400, `Out of range: ${message}`)

/** 404 for what is not on the chain. */
export const notFound = (message: string) => new RestError(404, `Flow resource not found: ${message}`)

/** 503 while the node is down. */
export const unavailable = (message: string) => new RestError(503, `Failed to process request: ${message}`)

/** The provider says no: an HTTP status and the fields of its error object. */
export class PaidyRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly title: string
  constructor(status: number, code: string, title: string, description: string) {
    super(description)
    this.status = status
    this.code = code
    this.title = title
  }
}

/** The body of an error answer. */
export const refusalBody = ({ status, code, title, message }: PaidyRefusal) => ({
  status,
  code,
  title,
  description: message,
})

/** The request does not read: `description` names the field. */
export const malformed = (description: string) =>
  new PaidyRefusal(400, 'request_content.malformed', 'Malformed request content', description)
export const unauthorised = () =>
  new PaidyRefusal(401, 'authentication.failed', 'Authentication failed', 'the key is missing or not known')
export const notFound = (what: string) => new PaidyRefusal(404, 'not_found', 'Not found', `no such ${what}`)
/** The payment is no longer in the state the call needs. */
export const conflict = (description: string) =>
  new PaidyRefusal(409, 'payment.conflict', 'Conflict with the state of the payment', description)

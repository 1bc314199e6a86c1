/** Why an operator's act on an account was not done, in a sentence for the operator. */
export class MemberRefusedError extends Error {
  readonly code = 'MEMBER_REFUSED'
  constructor(message: string) {
    super(message)
    this.name = 'MemberRefusedError'
  }
}

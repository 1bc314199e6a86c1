export type DeployErrorCode =
  | 'INCOMPATIBLE_CONTRACT'
  | 'AGENT_KEY_MISSING'
  | 'AGENT_NOT_FOUND'
  | 'WRONG_NETWORK'
  | 'DEPLOY_FAILED'

/** Why deploying stopped, in a sentence for a person. */
export class DeployError extends Error {
  readonly code: DeployErrorCode
  constructor(code: DeployErrorCode, message: string) {
    super(message)
    this.name = 'DeployError'
    this.code = code
  }
}

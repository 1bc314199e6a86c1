import type { Page } from 'playwright-core'

export type Shot = {
  name: string
  path: string
  as: 'guest' | 'collector' | 'newcomer'
  /** What is there when the screen is. */
  ready: string
  /** What is done on the page before the shot. */
  act?: (page: Page) => Promise<void>
  /** A window or menu: what lies below it is not part of the shot. */
  isView?: boolean
  status?: number
}

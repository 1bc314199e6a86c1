import { createContext } from 'react'

/** The nonce of the inline scripts while a page is rendered on the server; undefined in the browser, which hides it. */
export const NonceContext = createContext<string | undefined>(undefined)

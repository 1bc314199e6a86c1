import { createContext } from 'react-router'

/** An element of the page, or a text in it. */
export type Content = string | { tag: string; attributes: Record<string, string>; children: Content[] }

/** What the server gives the page: its data and what is to be seen, element by element. */
export type PageContent = { readData: (itemId: string) => Promise<unknown>; title: string; body: Content[] }

export const pageContent = createContext<PageContent>()

// the elements do not travel as data: only a server has them
let body: Content[] = []
export const setBody = (content: Content[]): void => void (body = content)
export const getBody = (): Content[] => body

import { createElement } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { getBody, pageContent, setBody } from './content.ts'
import type { Content } from './content.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { readData, title, body } = context.get(pageContent)
  setBody(body)
  return { title, data: await readData(params.itemId ?? '') }
}

export const meta = ({ loaderData }: { loaderData: { title: string } | undefined }) => [{ title: loaderData?.title }]

function show(content: Content): ReactNode {
  if (typeof content === 'string') return content
  const { tag, attributes, children } = content
  const { href, ...others } = attributes
  // as every React Router page does it
  if (tag === 'a' && href?.startsWith('/')) return createElement(Link, { to: href, ...others }, ...children.map(show))
  return createElement(tag, attributes, ...children.map(show))
}

export default function Item() {
  return createElement('div', {}, ...getBody().map(show))
}

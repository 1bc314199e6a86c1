import { createElement } from 'react'
import type { ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { getBody, pageContent, setBody } from './content.ts'
import type { Content } from './content.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { readData, title, body } = context.get(pageContent)
  setBody(body)
  return { title, data: await readData(params.itemId ?? '') }
}

export const meta = ({ loaderData }: { loaderData: { title: string } | undefined }) => [{ title: loaderData?.title }]

const show = (content: Content): ReactNode =>
  typeof content === 'string' ? content : createElement(content.tag, content.attributes, ...content.children.map(show))

export default function Item() {
  return getBody().map((content, index) =>
    typeof content === 'string'
      ? content
      : createElement(content.tag, { ...content.attributes, key: index }, ...content.children.map(show)),
  )
}

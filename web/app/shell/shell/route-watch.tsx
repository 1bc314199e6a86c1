import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { analytics } from '../../platform/analytics.ts'

/**
 * What a browser does on a new page and a client-side navigation does not: the focus goes to the start of the content, the title
 * is read out. It also reports the page, once, in one place.
 */
export function RouteWatch() {
  const { pathname, search } = useLocation()
  const [title, setTitle] = useState('')
  const lastPath = useRef<string>(undefined)

  useEffect(() => {
    analytics.viewed({ pathname, search, title: document.title })
    const isFirst = lastPath.current === undefined
    const isSamePage = lastPath.current === pathname
    lastPath.current = pathname
    if (isFirst || isSamePage) return
    // a form that was just filled in on the new page keeps its focus
    if (!document.querySelector('main [autofocus]')) document.getElementById('main')?.focus({ preventScroll: true })
    setTitle(document.title)
  }, [pathname, search])
  return (
    <p role="status" className="sr-only">
      {title}
    </p>
  )
}

import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

/** Answers whether the visitor is on another page than this one by now, or on the way there: whatever was waited for leads them nowhere. */
export function useHasLeft(): () => boolean {
  const { pathname } = useLocation()
  const next = useNavigation().location?.pathname
  const latestNext = useRef(next)
  latestNext.current = next
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => void (isGone.current = true)
  }, [])
  return () => {
    // the address changes before this page makes room for the other
    if (isGone.current || window.location.pathname !== pathname) return true
    return latestNext.current !== undefined && latestNext.current !== pathname
  }
}

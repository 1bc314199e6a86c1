import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

type SignStep = {
  /** The terms stand there to be signed, or are signed, or their end is shown. */
  isReached: boolean
  /** The member went back to the price. */
  onBack: () => void
}

/** The step after the price, named by the page's address, so that the browser's way back leads to the price with what was typed. */
export function useSignStep({ isReached, onBack }: SignStep) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const isNamed = query.get('step') === 'sign'
  const was = useRef({ isNamed, isReached })
  const follow = useEffectEvent(() => {
    const { current: before } = was
    was.current = { isNamed, isReached }
    if (before.isNamed && !isNamed && isReached) onBack()
    // an address that was kept, or the way forward again: nothing is there to be signed
    else if (isNamed && !isReached) void navigate({ search: '' }, { replace: true })
  })
  useEffect(() => follow(), [isNamed, isReached])
  return {
    toSign: (): void => void (isNamed || navigate({ search: '?step=sign' })),
    /** As the browser's own way back, so that it does not lead to the same page once more. */
    toPrice: (): void => void (isNamed ? navigate(-1) : onBack()),
  }
}

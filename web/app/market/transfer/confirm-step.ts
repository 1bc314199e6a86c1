import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { declareSearch, useSearch } from '../../ui/page-search.ts'

/**
 * `back`: the address names the last screen, but nobody got there from this form, or the input is
 * no longer valid.
 */
type ConfirmStep = 'form' | 'confirm' | 'back'

type At = {
  /** The address names the last screen. */
  isNamed: boolean
  /** The member continued from the form of this page. */
  isReached: boolean
  /** The input is valid. */
  isRight: boolean
}

/**
 * The member's step on the way to the wallet. Without `isReached`, the last letter typed would
 * jump to the last screen.
 */
export function stepAt({ isNamed, isReached, isRight }: At): ConfirmStep {
  if (!isNamed) return 'form'
  return isReached && isRight ? 'confirm' : 'back'
}

export const stepSearch = declareSearch({ step: 'browser' })

/**
 * The last screen before the wallet. The page's address names it, so that the back button leads to
 * the form.
 */
export function useConfirmStep(isRight: boolean) {
  const query = useSearch(stepSearch)
  const navigate = useNavigate()
  const [isReached, setIsReached] = useState(false)
  const step = stepAt({ isNamed: query.get('step') === 'confirm', isReached, isRight })
  // the form is the previous history entry; for an address opened directly, the previous entry is
  // unknown
  const toForm = (): void => void (isReached ? navigate(-1) : navigate({ search: '' }, { replace: true }))
  const goBack = useEffectEvent(() => toForm())
  useEffect(() => {
    if (step === 'back') goBack()
  }, [step])
  return {
    isConfirming: step === 'confirm',
    toForm,
    toConfirm: (): void => {
      setIsReached(true)
      void navigate({ search: '?step=confirm' })
    },
  }
}

import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { declareSearch, useSearch } from '../../ui/page-search.ts'

/** `back`: the address names the last screen, and nobody went on to it from here, or what was typed is not right any more. */
type ConfirmStep = 'form' | 'confirm' | 'back'

type At = {
  /** The address of the page names the last screen. */
  isNamed: boolean
  /** The member went on to it from the form of this page. */
  isReached: boolean
  /** What was typed can be sent. */
  isRight: boolean
}

/** Where a member is on the way to the wallet. Without having gone on, the last letter typed would leap to the last screen. */
export function stepAt({ isNamed, isReached, isRight }: At): ConfirmStep {
  if (!isNamed) return 'form'
  return isReached && isRight ? 'confirm' : 'back'
}

export const stepSearch = declareSearch({ step: 'browser' })

/** The last screen before the wallet, named by the page's address, so that the browser's way back leads to the form. */
export function useConfirmStep(isRight: boolean) {
  const query = useSearch(stepSearch)
  const navigate = useNavigate()
  const [isReached, setIsReached] = useState(false)
  const step = stepAt({ isNamed: query.get('step') === 'confirm', isReached, isRight })
  // the form this page went on from lies right behind; of an address that was opened directly nobody knows what does
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

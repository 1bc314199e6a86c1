import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { declareSearch, useSearch } from '../../ui/page-search.ts'
import { stepAt } from './confirm-step.ts'

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

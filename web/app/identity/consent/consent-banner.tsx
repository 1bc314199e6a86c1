import { useEffect, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { links } from '../../platform/links.ts'
import { Button } from '../../ui/button.tsx'
import { useKnownCollection } from '../wallet/use-wallet-state.ts'
import { useWords } from '../../words/use-words.ts'
import { consent, consentKey } from './consent-store.ts'
import { runMeasurement } from './measure.ts'
import type { AnalyticsConfig } from './measure.ts'

const unanswered = (): undefined => undefined
const never = (): boolean => false

/** Asks for consent to measuring the visit, and measures once it is given. */
export function ConsentBanner({ analytics }: { analytics: AnalyticsConfig }) {
  const knownCollection = useKnownCollection()
  const answer = useSyncExternalStore(consent.subscribe, consent.read, unanswered)
  const isAsking = useSyncExternalStore(consent.subscribe, consent.isAsking, never)
  useEffect(() => {
    const handleStorage = (event: StorageEvent): void => {
      if (event.key === consentKey || event.key === null) consent.follow(event.newValue)
    }
    window.addEventListener('storage', handleStorage)
    return () => window.removeEventListener('storage', handleStorage)
  }, [])
  useEffect(() => {
    if (answer !== 'granted') return undefined
    return runMeasurement(analytics, knownCollection)
  }, [analytics, answer, knownCollection])
  return isAsking ? <Question /> : null
}

function Question() {
  const { t } = useWords()
  return (
    <section
      aria-label={t('consent.title')}
      className="consent-banner fixed inset-x-0 bottom-0 z-[900] border-t border-line bg-surface p-4 shadow-float sm:inset-x-auto sm:right-4 sm:bottom-4 sm:max-w-100 sm:rounded-card sm:border"
    >
      <h2 className="text-16 font-semibold text-ink">{t('consent.title')}</h2>
      <p className="mt-1 text-14">
        {t('consent.text')}{' '}
        <Link to={links.privacy} className="font-semibold text-indigo-text underline">
          {t('legal.privacy')}
        </Link>
      </p>
      <div className="mt-3 grid grid-cols-2 gap-3">
        <Button look="secondary" onClick={() => consent.answer('denied')}>
          {t('consent.deny')}
        </Button>
        <Button look="secondary" onClick={() => consent.answer('granted')}>
          {t('consent.grant')}
        </Button>
      </div>
    </section>
  )
}

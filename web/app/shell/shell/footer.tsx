import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ConsentLine } from '../../identity/consent/consent-line.tsx'
import { links } from '../../platform/links.ts'
import { useSite } from '../../platform/use-site.ts'
import { useWords } from '../../words/use-words.ts'
import { Logo } from './logo.tsx'
import { PreferenceSwitches } from './preference-switches.tsx'

/** Ways through the site, what the law asks for, language and appearance. */
export function Footer() {
  const { t } = useWords()
  const site = useSite()
  return (
    <footer className="border-t border-line bg-surface">
      <div className="page grid gap-10 py-12 md:grid-cols-[1.4fr_1fr_1fr_1.2fr]">
        <div className="grid content-start gap-3">
          <p className="flex items-center gap-2 text-18 font-bold text-ink">
            <Logo className="size-8" />
            {site.name}
          </p>
          <p className="text-14">{t('shell.tagline')}</p>
          <p className="max-w-80 text-12 text-sub-text">{t('shell.chain-note')}</p>
        </div>
        <Column title={t('shell.footer.shop')}>
          <FooterLink to={links.packs}>{t('shell.packs')}</FooterLink>
          <FooterLink to={links.items}>{t('shell.items')}</FooterLink>
          <FooterLink to={links.market}>{t('shell.market')}</FooterLink>
          <FooterLink to={links.airdrops}>{t('shell.airdrops')}</FooterLink>
          <FooterLink to={links.passcode}>{t('shell.passcode')}</FooterLink>
          <FooterLink to={links.events}>{t('event.title')}</FooterLink>
          <FooterLink to={links.announcements}>{t('notice.title')}</FooterLink>
        </Column>
        <Column title={t('shell.footer.about')}>
          <FooterLink to={links.guide}>{t('guide.title')}</FooterLink>
          <FooterLink to={links.contact}>{t('shell.contact')}</FooterLink>
          <FooterLink to={links.terms}>{t('legal.terms')}</FooterLink>
          <FooterLink to={links.privacy}>{t('legal.privacy')}</FooterLink>
          <FooterLink to={links.tokushoho}>{t('legal.tokushoho')}</FooterLink>
          <ConsentLine />
        </Column>
        <div className="-m-3">
          <PreferenceSwitches />
        </div>
      </div>
      <div className="border-t border-line">
        <p className="page py-4 text-12 text-sub-text">
          © {site.name}
          {!site.isLive && <span className="ml-3">{t('shell.demo')}</span>}
        </p>
      </div>
    </footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title} className="grid content-start gap-1">
      <h2 className="text-12 font-medium text-sub-text">{title}</h2>
      <ul>{children}</ul>
    </nav>
  )
}

function FooterLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link to={to} className="inline-flex min-h-11 items-center text-14 text-ink hover:underline">
        {children}
      </Link>
    </li>
  )
}

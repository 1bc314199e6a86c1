import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import type { LinkProps } from 'react-router'
import { classes } from './classes.ts'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'md' | 'lg'

const looks: Record<ButtonLook, string> = {
  primary: 'bg-indigo text-white hover:bg-indigo-deep',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-ground',
  quiet: 'text-indigo-text hover:bg-indigo-ground',
  danger: 'border border-attention bg-surface text-attention-text hover:bg-attention-ground',
}
const sizes: Record<ButtonSize, string> = {
  md: 'min-h-11 px-5 py-2 text-14',
  lg: 'min-h-13 px-6 py-3 text-16',
}

const look = (kind: ButtonLook, size: ButtonSize, isWide: boolean, more?: string): string =>
  classes(
    'inline-flex items-center justify-center gap-2 rounded-field text-center leading-label font-semibold transition-colors',
    'disabled:cursor-not-allowed disabled:border-transparent disabled:bg-ground disabled:text-sub-text',
    looks[kind],
    sizes[size],
    isWide && 'w-full',
    more,
  )

type Looks = { look?: ButtonLook; size?: ButtonSize; isWide?: boolean; className?: string }
type ButtonProps = Looks & {
  isBusy?: boolean
  isWaiting?: boolean
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
} & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'style'>

/**
 * A button. While busy it keeps its size and focus, shows that it works and ignores presses. While
 * it waits for something else on the page it also ignores them and keeps its focus.
 */
export function Button({
  look: kind = 'primary',
  size = 'md',
  isWide = false,
  isBusy,
  isWaiting,
  className,
  children,
  ...rest
}: ButtonProps) {
  const isHeld = isBusy || isWaiting
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      aria-disabled={isHeld || undefined}
      onClick={isHeld ? (event) => event.preventDefault() : rest.onClick}
      className={look(
        kind,
        size,
        isWide,
        classes(
          isBusy && 'cursor-progress opacity-80',
          isWaiting && !isBusy && 'cursor-not-allowed opacity-60',
          className,
        ),
      )}
    >
      {isBusy && (
        <span
          className="size-4 animate-spin rounded-full border-2 border-current border-t-transparent"
          aria-hidden="true"
        />
      )}
      {children}
    </button>
  )
}

type LinkButtonProps = Looks & Omit<LinkProps, 'className' | 'style'>

/** A link styled as a button. */
export function LinkButton({
  look: kind = 'primary',
  size = 'md',
  isWide = false,
  className,
  ...rest
}: LinkButtonProps) {
  return <Link {...rest} className={look(kind, size, isWide, className)} />
}

type PlainLinkButtonProps = Looks & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className' | 'style'>

/** The same, but loads the whole page from the server. */
export function PlainLinkButton({
  look: kind = 'primary',
  size = 'md',
  isWide = false,
  className,
  children,
  ...rest
}: PlainLinkButtonProps) {
  return (
    <a {...rest} className={look(kind, size, isWide, className)}>
      {children}
    </a>
  )
}

/** A square button of 44 px with an icon; `label` is what it does. */
export function IconButton({ label, className, children, ...rest }: ButtonProps & { label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classes(
        'inline-flex size-11 items-center justify-center rounded-full text-ink transition-colors hover:bg-ground disabled:opacity-40',
        className,
      )}
    >
      {children}
    </button>
  )
}

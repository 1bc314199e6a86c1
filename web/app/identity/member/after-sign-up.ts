import { links } from '../../platform/links.ts'

/** A new member goes on to where they came from, or to their own page, which tells what to do first. */
export const afterSignUp = (target: string): string => (target === links.home ? links.mypage : target)

/** The token in the link to a page, among the links of a mail; '' when there is none. */
export const tokenIn = (links: readonly string[], page: string): string =>
  links
    .map((each) => new URL(each))
    .find(({ pathname }) => pathname === page)
    ?.searchParams.get('token') ?? ''

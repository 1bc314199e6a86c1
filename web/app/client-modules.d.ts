/** What Vite makes of a style sheet asked for by its address. */
declare module '*.css?url' {
  const address: string
  export default address
}

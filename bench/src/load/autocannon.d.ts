/** The part of autocannon that we use; the package has no types. */
declare module 'autocannon' {
  type Sent = { method?: string; path?: string; headers?: Record<string, string>; body?: string }
  type Result = {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number }
    duration: number
    errors: number
    timeouts: number
    non2xx: number
    statusCodeStats?: Record<string, { count: number }>
  }
  const autocannon: (options: {
    url: string
    connections: number
    duration: number
    headers?: Record<string, string>
    requests: (Sent & { setupRequest?: (request: Sent) => Sent })[]
  }) => Promise<Result>
  export default autocannon
}

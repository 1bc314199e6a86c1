import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export type Metrics = ReturnType<typeof buildMetrics>

/** The counters of one process, in a registry of its own so that tests do not share them. */
export function buildMetrics(withDefaults = true) {
  const registry = new Registry()
  if (withDefaults) collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    refusals: new Counter({
      name: 'kura_refusals_total',
      help: 'declared failures by code',
      labelNames: ['code'],
      registers,
    }),
    undeclaredErrors: new Counter({
      name: 'kura_undeclared_errors_total',
      help: 'failures no contract declares',
      labelNames: ['call'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'kura_request_seconds',
      help: 'time to answer',
      labelNames: ['route', 'status'],
      registers,
    }),
    hashesInFlight: new Gauge({
      name: 'kura_password_hashes_in_flight',
      help: 'password hashes being computed',
      registers,
    }),
    hashesPeak: new Gauge({
      name: 'kura_password_hashes_peak',
      help: 'most password hashes ever in flight',
      registers,
    }),
    ...edgeMetrics(registers),
    alarms: new Counter({
      name: 'kura_alarms_total',
      help: 'alarms that an operator must handle',
      labelNames: ['kind'],
      registers,
    }),
  }
}

/** What comes in from outside: uploads, notices, connections, pages, reports. */
function edgeMetrics(registers: Registry[]) {
  return {
    uploads: new Gauge({ name: 'kura_uploads', help: 'uploads under way', registers }),
    uploadBytes: new Gauge({
      name: 'kura_upload_bytes',
      help: 'bytes that the uploads under way may come to',
      registers,
    }),
    notices: new Counter({
      name: 'kura_notices_total',
      help: 'notices of the gateways by outcome',
      labelNames: ['gateway', 'outcome'],
      registers,
    }),
    connections: new Gauge({
      name: 'kura_connections',
      help: 'open connections to a port of this process',
      labelNames: ['port'],
      registers,
    }),
    connectionsCut: new Counter({
      name: 'kura_connections_cut_total',
      help: 'connections ended by the server: a deadline missed, too many of them, or the process stops',
      labelNames: ['port', 'kind'],
      registers,
    }),
    pagesRendered: new Counter({
      name: 'kura_pages_rendered_total',
      help: 'pages and their data that were rendered, not taken from those kept',
      registers,
    }),
    pageRefusals: new Counter({
      name: 'kura_page_refusals_total',
      help: 'pages that were not rendered, by why',
      labelNames: ['code'],
      registers,
    }),
    pagesRendering: new Gauge({
      name: 'kura_pages_rendering',
      help: 'pages being rendered',
      registers,
    }),
    cspReports: new Counter({
      name: 'kura_csp_reports_total',
      help: 'content security policy violations reported by browsers',
      registers,
    }),
    cspReportsRefused: new Counter({
      name: 'kura_csp_reports_refused_total',
      help: 'such reports beyond what is read in a minute',
      labelNames: ['limit'],
      registers,
    }),
  }
}

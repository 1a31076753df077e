import { noTracer, type Tracer } from '@atelier/agent'
import { stripEnd } from '@atelier/operation'

/** Where spans go, and what of them. */
export interface TracingConfig {
  /** The collector's address for traces (OTLP over HTTP). */
  url: string
  /** Whether prompts, answers and arguments are sent along. */
  content: boolean
}

export interface Tracing {
  tracer: Tracer
  /** Sends what is left, and waits for it for a moment. */
  stop(): Promise<void>
}

/**
 * Reads OpenTelemetry's own variables; undefined if spans are off, which they are unless an endpoint is set. The
 * exporter reads its headers and time limits by itself (`OTEL_EXPORTER_OTLP_HEADERS` and so on).
 * @see https://opentelemetry.io/docs/specs/otel/protocol/exporter/ for how the address is made
 */
export function tracingConfig(env: Record<string, string | undefined>): TracingConfig | undefined {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return undefined
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || (base && `${stripEnd(base, '/')}/v1/traces`)
  if (!url) return undefined
  return { url, content: env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT?.toLowerCase() === 'true' }
}

/** The tracer of this server. The library that makes spans is loaded only if they are exported. */
export async function createTracing(config: TracingConfig | undefined, options: { version: string }): Promise<Tracing> {
  if (!config) return { tracer: noTracer, stop: async () => undefined }
  const { createExportingTracing } = await import('./export.ts')
  return createExportingTracing(config, options)
}

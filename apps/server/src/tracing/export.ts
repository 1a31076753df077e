import type { Attributes, Span, Tracer } from '@atelier/agent'
import {
  type Attributes as OtelAttributes,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { ATTR_ERROR_TYPE, ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions'
import { ATTR_GEN_AI_OPERATION_NAME } from '@opentelemetry/semantic-conventions/incubating'
import type { Tracing, TracingConfig } from './tracing.ts'

/** The longest that a stopping server waits for its last spans, in milliseconds. */
const lastWaitMs = 2000

/** A request to a model is a client span; a run and its calls are internal. */
const kinds = {
  invoke_agent: SpanKind.INTERNAL,
  chat: SpanKind.CLIENT,
  execute_tool: SpanKind.INTERNAL,
} as const

/** Spans as OpenTelemetry's conventions for generative AI name them, sent in batches in the background. */
export function createExportingTracing(config: TracingConfig, { version }: { version: string }): Tracing {
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ [ATTR_SERVICE_NAME]: 'atelier', [ATTR_SERVICE_VERSION]: version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: config.url }))],
  })
  const otel = provider.getTracer('atelier', version)
  const known = new WeakMap<Span, OtelSpan>()
  const tracer: Tracer = {
    content: config.content,
    start(kind, name, attributes, parent) {
      const above = parent && known.get(parent)
      const span = otel.startSpan(
        `${kind} ${name}`,
        { kind: kinds[kind], attributes: { [ATTR_GEN_AI_OPERATION_NAME]: kind, ...otelAttributes(attributes) } },
        above ? trace.setSpan(ROOT_CONTEXT, above) : ROOT_CONTEXT,
      )
      const wrapped: Span = {
        set: (more) => void span.setAttributes(otelAttributes(more)),
        end(error) {
          if (error !== undefined) {
            span.setAttribute(ATTR_ERROR_TYPE, error)
            span.setStatus({ code: SpanStatusCode.ERROR })
          }
          span.end()
        },
      }
      known.set(wrapped, span)
      return wrapped
    },
  }
  return {
    tracer,
    async stop() {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, lastWaitMs)
      })
      // Spans that a collector does not take are lost; nothing else is.
      await Promise.race([provider.shutdown().catch(() => undefined), late])
      clearTimeout(timer)
    },
  }
}

function otelAttributes(attributes: Attributes): OtelAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, typeof value === 'object' ? [...value] : value]),
  )
}

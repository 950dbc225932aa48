import type { ActionFunction, LoaderFunction, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { type ErrorCode, errorCatalogue } from '#app/kernel/error.ts'
import { isUnavailable } from '#app/kernel/within.ts'
import type { AppContext } from '#app/server/context.server.ts'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { asSent, formRead, refuseForm } from './form.server.ts'
import { isPreview } from './form-answer.server.ts'

type Module = {
  loader?: LoaderFunction
  action?: ActionFunction
  default?: unknown
  handle?: unknown
}

/**
 * Wraps a route so that its loader and action fail in the caller's language, with 503 if D1 or an
 * object did not answer (decision 0016). Responses thrown on purpose pass through. Remix itself
 * would answer "Unexpected Server Error" with 500.
 */
export function guardRoute<M extends Module>(module: M): M {
  const isFile = module.default === undefined
  const loader = module.loader ?? (isFile ? notAllowed : undefined)
  const action = module.action ?? (isFile ? notAllowed : undefined)
  return {
    ...module,
    ...(loader && { loader: (args: LoaderFunctionArgs) => attempt(loader, args) }),
    ...(action && {
      action: (args: LoaderFunctionArgs) =>
        keepsForm(module) && isPreview(args.request)
          ? preview(args)
          : attempt(action, args, keepsForm(module)),
    }),
  }
}

const notAllowed: LoaderFunction = ({ context }) => plainText(context, 'methodNotAllowed')

/** Whether a page refuses forms itself. The console's pages do, each in its own way. */
const keepsForm = ({ default: page, handle }: Module): boolean =>
  page !== undefined && !(handle as PageHandle | undefined)?.console

/** The form's current values, unchecked, to render its page with. */
const preview = async ({ request }: LoaderFunctionArgs) => ({
  result: asSent(await request.formData()),
})

async function attempt(work: LoaderFunction, args: LoaderFunctionArgs, keepsForm = false) {
  const { context, request } = args
  try {
    return await work(args)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (!request.signal.aborted)
      context.log.error('page failed', error, { path: new URL(request.url).pathname })
    const code = isUnavailable(error) ? 'unavailable' : 'internal'
    const form = formRead(context)
    // The outcome of the action is unknown; the form says so, and can be sent again.
    if (keepsForm && form && code === 'unavailable') return refuseForm(context, form, { code })
    throw plainText(context, code)
  }
}

/** The response in place of a file. A page only takes its status from this. */
const plainText = ({ t, requestId }: AppContext, code: ErrorCode) =>
  new Response(`${t(`errors:${code}`)}\n${requestId}\n`, {
    status: errorCatalogue[code],
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })

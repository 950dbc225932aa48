import Stripe from 'stripe'

// What takes long, and is in no test's way when it does not.

/**
 * Maps only frames of our own sources. Stripe's client asks for a stack at each call, and to find
 * that a bundle has no map Vite reads the whole of it every time: a tenth of all that these tests
 * did.
 */
const map = Error.prepareStackTrace
const isOurs = (frame: NodeJS.CallSite) =>
  !/\/(?:node_modules|build)\//.test(frame.getFileName() ?? '')

Error.prepareStackTrace = (error, frames) => {
  const mapped = (frame: NodeJS.CallSite) =>
    String(map(error, [frame]))
      .split('\n')
      .at(-1)
  const lines = frames.map((frame) => (isOurs(frame) ? mapped(frame) : `    at ${frame}`))
  return [String(error), ...lines].join('\n')
}

/** Stripe's client waits half a second before it asks a second time. */
Object.assign(Stripe.prototype, { getInitialNetworkRetryDelay: () => 0.01 })

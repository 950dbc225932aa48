import { createContext, useContext } from 'react'

/**
 * What the shell knows about the document: `nonce` for its scripts (empty in the browser), and the
 * request id to quote. `plain`: it stays as it was sent, because React does not hydrate it (always
 * false in the browser, where React runs). `refused`: it answers a form, and refuses it. `origin`:
 * the product's own, for links that leave it.
 */
type PageContext = {
  nonce: string
  requestId: string
  plain: boolean
  refused: boolean
  origin: string
}

const Context = createContext<PageContext>({
  nonce: '',
  requestId: '',
  plain: false,
  refused: false,
  origin: globalThis.location?.origin ?? '',
})

export const PageProvider = Context.Provider
export const usePageContext = (): PageContext => useContext(Context)

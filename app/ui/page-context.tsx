import { createContext, useContext } from 'react'

/**
 * What the shell knows of the document: `nonce` for its scripts (empty in the browser), and the id
 * to quote. `plain`: it stays as it is sent, for no page that React brings to life (never so in the
 * browser, where React runs).
 */
type PageContext = { nonce: string; requestId: string; plain: boolean }

const Context = createContext<PageContext>({ nonce: '', requestId: '', plain: false })

export const PageProvider = Context.Provider
export const usePageContext = (): PageContext => useContext(Context)

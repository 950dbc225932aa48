import { createContext, useContext } from 'react'

/** What the shell knows of the document: `nonce` for its scripts (empty in the browser), and the id to quote. */
type PageContext = { nonce: string; requestId: string }

const Context = createContext<PageContext>({ nonce: '', requestId: '' })

export const PageProvider = Context.Provider
export const usePageContext = (): PageContext => useContext(Context)

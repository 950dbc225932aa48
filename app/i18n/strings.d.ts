declare module 'virtual:strings' {
  const urls: Record<import('./languages.ts').Language, string>
  export default urls
}

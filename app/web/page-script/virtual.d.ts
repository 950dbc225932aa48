declare module 'virtual:page-script' {
  const url: string
  export default url
}
declare module 'virtual:form-script' {
  const url: string
  export default url
}
declare module 'virtual:deposit-script' {
  const url: string
  export default url
}
declare module 'virtual:live-script' {
  const url: string
  export default url
}
declare module 'virtual:poster-script' {
  const url: string
  export default url
}
declare module 'virtual:share-script' {
  const url: string
  export default url
}

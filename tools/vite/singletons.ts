/** Libraries that the shell alone provides; remotes are built without a copy of them. */
export const SINGLETONS = ['react', 'react-dom', '@site/router', '@site/query', '@site/host'];

/** What is used of Swagger UI, which ships no types. */
declare module 'swagger-ui-dist/swagger-ui-bundle.js' {
  type Component = () => null;

  interface Settings {
    readonly url: string;
    readonly domNode: Element;
    readonly docExpansion: 'list' | 'none';
    readonly defaultModelsExpandDepth: number;
    readonly supportedSubmitMethods: readonly string[];
    readonly syntaxHighlight: { readonly activated: boolean };
    readonly validatorUrl: null;
    readonly queryConfigEnabled: boolean;
    readonly deepLinking: boolean;
    readonly requestInterceptor: (request: { readonly url: string }) => { readonly url: string };
    readonly responseInterceptor: (answer: { readonly ok: boolean }) => { readonly ok: boolean };
    readonly plugins: readonly (() => {
      readonly wrapComponents: Readonly<Record<string, () => Component>>;
    })[];
    readonly onComplete: () => void;
  }

  const show: (settings: Settings) => unknown;
  export default show;
}

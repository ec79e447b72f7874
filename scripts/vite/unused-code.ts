/** The code of one file of a package that no page uses. */
export interface UnusedCode {
  /** Functions that are called, but have nothing to do without the feature. They lose their bodies. */
  idle?: readonly string[];
  /** Functions that only a use of the feature calls. They throw. */
  refused?: readonly string[];
  /** Objects whose members are assigned one by one. They lose these members. */
  members?: readonly string[];
}

/** Unused code of React Router, by file path in `node_modules`. */
const ROUTER: Record<string, UnusedCode> = {
  // Server components.
  'react-router/dist/production/lib/dom/ssr/components.js': { refused: ['RSCPrefetchPageLinksImpl'] },
  'react-router/dist/production/lib/errors.js': {
    idle: ['decodeRedirectErrorDigest', 'decodeRouteErrorResponseDigest'],
  },
  // Instrumentation.
  'react-router/dist/production/lib/router/instrumentation.js': {
    refused: ['getRouteInstrumentationUpdates', 'instrumentClientSideRouter'],
  },
  // Routers that load no data.
  'react-router/dist/production/lib/hooks.js': { refused: ['useNavigateUnstable'] },
  // Warnings for developers.
  'react-router/dist/production/lib/router/history.js': { idle: ['warning'] },
  // View transitions of links.
  'react-router/dist/production/lib/router/router.js': {
    idle: ['persistAppliedTransitions', 'restoreAppliedTransitions'],
  },
  // SPA mode.
  'react-router/dist/production/lib/dom/ssr/single-fetch.js': { refused: ['nonSsrStrategy'] },
  // Hot module replacement.
  'react-router/dist/production/lib/dom/ssr/routes.js': {
    refused: ['createClientRoutesWithHMRRevalidationOptOut', 'wrapShouldRevalidateForHdr'],
  },
};

/** Walks over a tree that look for `<ViewTransition>`. */
const VIEW_TRANSITION_WALKS = [
  'applyViewTransitionToHostInstances',
  'commitAfterMutationEffectsOnFiber',
  'commitAppearingPairViewTransitions',
  'commitDeletedPairViewTransitions',
  'commitEnterViewTransitions',
  'commitExitViewTransitions',
  'commitNestedViewTransitions',
  'measureNestedViewTransitions',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
  'restorePairedViewTransitions',
  'restoreViewTransitionOnHostInstances',
  'trackEnterViewTransitions',
];

/** Walks that look for a fragment with a `ref`, and steps of them. */
const FRAGMENT_REF_WALKS = [
  'addFragmentHandleToFiber',
  'commitFragmentInstanceDeletionEffects',
  'commitFragmentInstanceInsertionEffects',
  'commitNewChildToFragmentInstances',
];

/** Unused code of React, by file path in `node_modules`. */
const REACT: Record<string, UnusedCode> = {
  'react-dom/cjs/react-dom-client.production.js': {
    // The stack of components of an error: `logCaught` does not print it.
    idle: [...VIEW_TRANSITION_WALKS, ...FRAGMENT_REF_WALKS, 'getStackByFiberInDevAndProd'],
    refused: [
      'createViewTransitionInstance',
      'getViewTransitionName',
      'getViewTransitionClassName',
      'scheduleViewTransitionEvent',
      'startViewTransition',
      // <Activity>, <SuspenseList> and custom elements.
      'updateActivityComponent',
      'updateSuspenseListComponent',
      'setPropOnCustomElement',
      // `useActionState`, and forms with a function as their `action`.
      'ensureFormComponentIsStateful',
      'mountActionState',
      'rerenderActionState',
      'startHostTransition',
      'updateActionState',
      // `useCacheRefresh`, and waiting for pictures, which only view transitions do.
      'refreshCache',
      'estimateBandwidth',
      // `preload` and its relatives from `react-dom`.
      'preconnectAs',
      'preinitModuleScript',
      'preinitScript',
      'preinitStyle',
      'preload',
      'preloadModule',
    ],
    members: [
      'FragmentInstance.prototype',
      'ViewTransitionPseudoElement.prototype',
      'ReactDOMSharedInternals.findDOMNode',
      'exports.createRoot',
    ],
  },
};

export const UNUSED_CODE: Record<string, UnusedCode> = { ...ROUTER, ...REACT };

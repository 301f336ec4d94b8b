"""The style of every page, and the name in the bar."""

STYLE = """
<style>
[data-testid="stSidebar"], [data-testid="stMetricValue"], table {
  font-variant-numeric: tabular-nums;
}
[data-testid="stMetricValue"] { font-size: 1.35rem; } /* else long numbers end in dots */
[data-testid="stMainBlockContainer"] { padding: 4.5rem 3rem 4rem; }
[data-testid="stSidebar"] hr { margin: .25rem 0; }
[data-testid="stSidebarUserContent"] { padding-top: .25rem; }
@media (max-width: 900px) {
  [data-testid="stMain"] [data-testid="stHorizontalBlock"] { flex-wrap: wrap; }
  [data-testid="stMain"] [data-testid="stHorizontalBlock"] > [data-testid="stColumn"] {
    flex: 1 1 100%; min-width: 100%;
  }
  [data-testid="stMainBlockContainer"] { padding-left: 1.5rem; padding-right: 1.5rem; }
}
</style>
"""

WORDMARK = """
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 132 28" width="132" height="28">
<circle cx="11" cy="14" r="8.5" fill="#0072B2" fill-opacity=".75"/>
<circle cx="20" cy="14" r="8.5" fill="#E69F00" fill-opacity=".75"/>
<text x="36" y="20.5" font-family="system-ui, 'Segoe UI', Roboto, sans-serif" font-size="19"
 font-weight="600" fill="#4a8db8">belieflab</text>
</svg>
"""

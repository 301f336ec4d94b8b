"""The smallest Streamlit page from a file to a picture: what `upload` is compared with.

It draws a chart before the file comes, so that the browser has loaded Plotly, as on our page.
"""

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

file = st.file_uploader("A table with columns f0, f1 and class", type="csv")
table = pd.DataFrame({"f0": [0.0], "f1": [0.0], "class": ["a"]})
if file is not None:
    table = pd.read_csv(file)
figure = go.Figure(layout={"title": f"{len(table):,} rows"})
for name, part in table.sample(min(len(table), 2_000), random_state=0).groupby("class"):
    figure.add_trace(go.Scatter(x=part["f0"], y=part["f1"], mode="markers", name=str(name)))
st.plotly_chart(figure)

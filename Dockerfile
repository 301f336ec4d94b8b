# The app in a container: docker build -t belieflab . && docker run --rm -p 8501:8501 belieflab
FROM python:3.11-slim

# make runs everything below; libgomp1 is what scikit-learn and numba link against.
RUN apt-get update \
    && apt-get install --no-install-recommends -y libgomp1 make \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home lab \
    && install -d -o lab -g lab /home/lab/belieflab

USER lab
WORKDIR /home/lab/belieflab
ENV PIP_NO_CACHE_DIR=1 \
    NUMBA_CACHE_DIR=/home/lab/kernels

# The environment changes seldom, the sources often: two layers.
COPY --chown=lab:lab Makefile requirements.txt ./
COPY --chown=lab:lab .ci ./.ci
RUN make environment
COPY --chown=lab:lab . .
RUN make kernels

# Reachable from outside the container, and discreet about errors when it is public.
ENV PORT=8501 \
    STREAMLIT_SERVER_ADDRESS=0.0.0.0 \
    STREAMLIT_SERVER_HEADLESS=true \
    STREAMLIT_CLIENT_SHOW_ERROR_DETAILS=none
EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s CMD ["make", "--silent", "health"]
CMD ["make", "--silent", "run"]
